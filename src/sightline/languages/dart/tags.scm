; Definitions. A body follows its signature and belongs to it.
(class_definition name: (identifier) @name body: (_) @body) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.const
(type_alias . (type_identifier) @name) @definition.type_alias
(extension_declaration class: (_) @type body: (_)) @implementation
((method_signature [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (constructor_signature name: (identifier) @name)
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @definition.function
  . (function_body) @body)
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @body)
(program (getter_signature name: (identifier) @name) @definition.function . (function_body) @body)
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.method
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @definition.method
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.const
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.const))
(declaration (type_identifier)? @type (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

(superclass . (type_identifier) @base)
(mixins (type_identifier) @embed)
(interfaces (type_identifier) @base)

; Names bound to values
(initialized_variable_definition name: (identifier) @local . value: (identifier) @value)
(formal_parameter (type_identifier) @type name: (identifier) @param)

; References
((identifier) @callee @call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @callee @call @loose)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @callee @call @loose)) . (selector (argument_part)))
(new_expression (type_identifier) @made) @call
(const_object_expression (type_identifier) @made) @call
(annotation name: (identifier) @type)

; Imports
(import_specification (configurable_uri (uri (string_literal) @module)) (identifier) @alias)
(import_specification (configurable_uri (uri (string_literal) @from)) @all .)
(import_specification (configurable_uri (uri (string_literal) @from)) (combinator "show" (identifier) @member))
(library_export (configurable_uri (uri (string_literal) @from)) @all)
