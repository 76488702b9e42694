(package_clause (package_identifier) @package)

; Definitions
(function_declaration
  name: (identifier) @name
  result: (_)? @result
  body: (block)? @body) @definition.function

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @receiver))
  name: (field_identifier) @name
  result: (_)? @result
  body: (block)? @body) @definition.method

; A function that is given a name inside another one
(short_var_declaration
  left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal result: (_)? @result body: (block) @body) .)) @definition.function
(var_spec
  . name: (identifier) @name .
  value: (expression_list . (func_literal result: (_)? @result body: (block) @body) .)) @definition.function

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec
  name: (type_identifier) @name
  type: [(type_identifier) (qualified_type) (pointer_type) (slice_type) (array_type) (map_type)
         (channel_type) (function_type) (generic_type) (parenthesized_type)] @type) @definition.type_alias
(type_alias name: (type_identifier) @name type: (_) @type) @definition.type_alias

(method_elem name: (field_identifier) @name result: (_)? @result) @definition.method
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field

(const_spec (identifier) @name) @definition.const
(const_spec (identifier) @name type: (_) @type) @definition.const
(var_spec name: (identifier) @name) @definition.variable
(var_spec name: (identifier) @name type: (_) @type) @definition.variable
(var_spec . name: (identifier) @name . value: (expression_list . (_) @value .)) @definition.variable

(field_declaration !name type: (_) @embed)
(interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @embed .))

; Names bound to values
(short_var_declaration
  left: (expression_list . (identifier) @target .)
  right: (expression_list . (_) @value .))
(short_var_declaration
  left: (expression_list (identifier) (identifier)) @target
  right: (expression_list . (_) @value .))
(assignment_statement
  left: (expression_list . (identifier) @target .)
  right: (expression_list . (_) @value .))
(short_var_declaration
  left: (expression_list . (identifier) @target)
  right: (expression_list . (unary_expression operator: "<-" operand: (_) @element)))
(range_clause left: (expression_list) @target right: (_) @element)
(type_switch_statement
  alias: (expression_list (identifier) @target)
  (type_case type: (_) @type))
(receive_statement left: (expression_list) @target right: (_) @value)

; Parameters and results
(parameter_declaration name: (identifier) @param type: (_) @type)
(type_parameter_declaration name: (identifier) @param type: (_) @type)
(variadic_parameter_declaration name: (identifier) @many type: (_) @type)

; References
(call_expression function: (_) @callee) @call
((call_expression
  function: (identifier) @_new
  arguments: (argument_list . [(type_identifier) (qualified_type) (generic_type)] @made)) @call
  (#eq? @_new "new"))
(composite_literal type: [(slice_type) (array_type) (map_type) (implicit_length_array_type) (struct_type)] @made) @call
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @made) @call

(import_spec !name path: (_) @module)
(import_spec name: (package_identifier) @alias path: (_) @module)
(import_spec name: (dot) @all path: (_) @from)
