; Shared by JavaScript and TSX: components and what renders them.
(jsx_opening_element name: [(identifier) (member_expression)] @made (#match? @made "^[A-Z]|[.]")) @call
(jsx_self_closing_element name: [(identifier) (member_expression)] @made (#match? @made "^[A-Z]|[.]")) @call
((variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: [(identifier) (member_expression)] @_wrapper
    arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.function
  (#match? @_wrapper "^([A-Z][A-Za-z]*[.])?(memo|forwardRef|observer|styled|defineComponent|createComponent)$"))
(jsx_expression [(arrow_function) (function_expression)] @closure)
