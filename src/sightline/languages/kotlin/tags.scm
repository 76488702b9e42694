(package_header (qualified_identifier) @package)

; Definitions
(class_declaration "class" name: (identifier) @name) @definition.class
(class_declaration "class" name: (identifier) @name (class_body) @body) @definition.class
(class_declaration "interface" name: (identifier) @name (class_body)? @body) @definition.interface
(class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum
(enum_entry (identifier) @name) @definition.const
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(type_alias type: (identifier) @name) @definition.type_alias
(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(function_declaration
  name: (identifier) @name
  (function_value_parameters) . [(user_type) (nullable_type) (function_type)] @result
  (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name) @definition.method
((property_declaration (modifiers) @_const (variable_declaration (identifier) @name)) @definition.const
  (#match? @_const "const"))
(property_declaration (variable_declaration . (identifier) @name)) @definition.variable
(property_declaration (variable_declaration . (identifier) @name (_) @type)) @definition.variable
(property_declaration (variable_declaration . (identifier) @name .) . (_) @value) @definition.variable
(class_parameter ["val" "var"] (identifier) @name . (_) @type) @definition.field

(delegation_specifier (user_type) @base)
(delegation_specifier (constructor_invocation (user_type) @base))
(delegation_specifier (explicit_delegation (user_type) @base))

; Names bound to values
(for_statement (variable_declaration . (identifier) @target) . (_) @element)
(assignment left: [(identifier) (navigation_expression)] @target right: (_) @value) @again
(catch_block (identifier) @local . (user_type) @type)

(function_body "=" (_) @returned)
(return_expression (_) @returned)

; Parameters
(parameter (identifier) @param . (_) @type)
(class_parameter (identifier) @param . (_) @type)
(lambda_parameters (variable_declaration . (identifier) @param))

; References
(call_expression . (_) @callee) @call
(constructor_invocation (user_type) @made) @call
(annotation (user_type) @type)
(as_expression right: (_) @type)
(is_expression right: (_) @type)

; Imports
((import) @tree)
