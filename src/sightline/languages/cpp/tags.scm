; What C++ adds to C. Templates come first: their symbols begin at `template`.

(template_declaration (class_specifier name: (type_identifier) @name body: (_) @body)) @definition.class
(template_declaration (struct_specifier name: (type_identifier) @name body: (_) @body)) @definition.struct
((template_declaration (function_definition
  type: (_)? @result
  declarator: [
    (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name)
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name))]
  body: (_) @body)) @definition.function)
(template_declaration (alias_declaration name: (type_identifier) @name type: (_) @type)) @definition.type_alias
(template_declaration (concept_definition name: (identifier) @name)) @definition.trait
(template_declaration (function_definition
  declarator: (function_declarator declarator: (qualified_identifier scope: (_) @receiver name: [(identifier) (destructor_name) (operator_name)] @name))
  body: (_) @body)) @definition.function
(field_declaration_list (template_declaration (declaration
  declarator: (function_declarator declarator: (identifier) @name))) @definition.method)

; Classes and their members
(class_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
(function_definition
  type: (_)? @result
  declarator: [
    (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name)
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))]) @definition.function
(function_definition
  type: (_)? @result
  declarator: [
    (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name)
    (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))]
  body: (_) @body) @definition.function
(field_declaration
  type: (_)? @result
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))]) @definition.method
(field_declaration_list (declaration
  declarator: (function_declarator declarator: [(identifier) (destructor_name)] @name)) @definition.method)
(field_declaration type: [(qualified_identifier) (template_type)] @type declarator: [
  (field_identifier) @name
  (array_declarator declarator: (field_identifier) @name)
  (pointer_declarator declarator: (field_identifier) @name)
  (reference_declarator (field_identifier) @name)]) @definition.field
(field_declaration
  type: [(primitive_type) (type_identifier)] @type
  declarator: (reference_declarator (field_identifier) @name)) @definition.field

; Members that are written outside their class
(function_definition
  type: (_)? @result
  declarator: [
    (function_declarator declarator: (qualified_identifier scope: (_) @receiver name: [(identifier) (destructor_name) (operator_name)] @name))
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @receiver name: [(identifier) (destructor_name) (operator_name)] @name)))
    (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @receiver name: [(identifier) (destructor_name) (operator_name)] @name))))
    (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @receiver name: [(identifier) (operator_name)] @name)))
    (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @receiver name: (identifier) @name)))]
  body: (_) @body) @definition.function

; Namespaces, aliases, concepts
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(alias_declaration name: (type_identifier) @name type: (_) @type) @definition.type_alias

; Names bound to values
(declaration type: [(qualified_identifier) (template_type)] @type declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (reference_declarator (identifier) @name)])]) @definition.variable
(declaration type: (placeholder_type_specifier) declarator: (init_declarator
  declarator: [(identifier) @name (reference_declarator (identifier) @name) (pointer_declarator declarator: (identifier) @name)]
  value: (_) @value)) @definition.variable
(for_range_loop declarator: [(identifier) @target (reference_declarator (identifier) @target)] right: (_) @element)
(parameter_declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: [(identifier) @param (reference_declarator (identifier) @param) (pointer_declarator declarator: (identifier) @param)])
(optional_parameter_declaration type: (_) @type declarator: [(identifier) @param (reference_declarator (identifier) @param)])
(lambda_expression) @closure

; References
(new_expression type: (_) @made) @call
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @made
  declarator: (init_declarator value: [(argument_list) (initializer_list)])) @call
(template_argument_list (type_descriptor type: [(type_identifier) (qualified_identifier)] @type))

; Imports
(using_declaration "namespace" [(identifier) (qualified_identifier)] @from @all)
(using_declaration . (qualified_identifier scope: (_) @from name: (_) @member))
