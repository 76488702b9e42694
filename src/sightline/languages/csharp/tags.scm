(file_scoped_namespace_declaration name: (_) @package)
(namespace_declaration name: (_) @package)

; Definitions
(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.const
(delegate_declaration type: (_) @type name: (identifier) @name) @definition.type_alias
(method_declaration returns: (_) @result name: (identifier) @name body: (_)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @result body: (_)? @body) @definition.method
(operator_declaration type: (_) @result operator: _ @name body: (_)? @body) @definition.method
(destructor_declaration "~" @name body: (_)? @body) @definition.method
(indexer_declaration type: (_) @result "this" @name) @definition.method
(local_function_statement type: (_) @result name: (identifier) @name body: (_) @body) @definition.function
((field_declaration (modifier) @_const (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.const
  (#eq? @_const "const"))
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.field
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.field
(event_declaration type: (_) @type name: (identifier) @name) @definition.field
(property_declaration type: (_) @type name: (identifier) @name) @definition.field
(property_declaration type: (_) @type name: (identifier) @name value: (arrow_expression_clause) @body) @definition.field
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.field))
(class_declaration (parameter_list (parameter type: (_) @type name: (identifier) @param)))

(base_list [(identifier) (generic_name) (qualified_name)] @base)
(base_list (primary_constructor_base_type type: (_) @base))

; Names bound to values
(local_declaration_statement (variable_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (predefined_type)] @type (variable_declarator name: (identifier) @target)))
(local_declaration_statement (variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @target . (_) @value)))
(foreach_statement type: (implicit_type) left: (identifier) @target right: (_) @element)
(foreach_statement type: [(identifier) (generic_name) (qualified_name)] @type left: (identifier) @local)
(assignment_expression left: [(identifier) (member_access_expression)] @target right: (_) @value) @again
(catch_declaration type: (_) @type name: (identifier) @local)
(declaration_pattern type: (_) @type name: (identifier) @local)

; Parameters
(parameter type: (_) @type name: (identifier) @param)
(parameter_list type: (_) @type name: (identifier) @many)

; The object of an extension method
((method_declaration parameters: (parameter_list . (parameter (modifier) @decorator))) @decorated
  (#eq? @decorator "this"))

; References
(invocation_expression function: (_) @callee) @call
(object_creation_expression type: (_) @made) @call
(attribute name: (_) @type)
(cast_expression type: (_) @type)
(type_parameter_constraint type: (_) @type)

; Imports
(using_directive !name [(identifier) (qualified_name)] @from @all)
(using_directive name: (identifier) @alias [(identifier) (qualified_name) (generic_name)] @module .)
