(namespace_definition name: (namespace_name) @package)

; Definitions
(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.const
(function_definition name: (name) @name return_type: (_)? @result body: (_) @body) @definition.function
(method_declaration name: (name) @name return_type: (_)? @result body: (_)? @body) @definition.method
(const_declaration (const_element . (name) @name)) @definition.const
((function_call_expression function: (name) @_define arguments: (arguments . (argument (string (string_content) @name)))) @definition.const
  (#eq? @_define "define"))
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name))) @definition.field
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @definition.field @promoted

(class_declaration (base_clause [(name) (qualified_name)] @base))
(interface_declaration (base_clause [(name) (qualified_name)] @base))
(class_interface_clause [(name) (qualified_name)] @base)
(use_declaration [(name) (qualified_name)] @embed)

; Names bound to values
(assignment_expression left: (_) @target right: (_) @value)
(foreach_statement . (_) @element . (variable_name) @target)
(foreach_statement . (_) @element . (pair (_) . (variable_name) @target))
(catch_clause type: (_) @type name: (variable_name) @local)

; Parameters
(simple_parameter type: (_)? @type name: (variable_name) @param)
(property_promotion_parameter type: (_)? @type name: (variable_name) @param)
(variadic_parameter type: (_)? @type name: (variable_name) @many)
(return_statement (_) @returned)
(arguments (argument [(anonymous_function) (arrow_function)] @closure))
(assignment_expression right: [(anonymous_function) (arrow_function)] @closure)
(return_statement [(anonymous_function) (arrow_function)] @closure)

; References
(function_call_expression function: (_) @callee) @call
(member_call_expression name: (name) @callee) @call
(nullsafe_member_call_expression name: (name) @callee) @call
(scoped_call_expression name: (name) @callee) @call
(object_creation_expression . [(name) (qualified_name)] @made) @call
(attribute [(name) (qualified_name)] @type)
(binary_expression operator: "instanceof" right: [(name) (qualified_name)] @type)
(class_constant_access_expression . [(name) (qualified_name)] @type)

; Imports
(namespace_use_clause (qualified_name prefix: (namespace_name) @from (name) @member) !alias)
(namespace_use_clause (qualified_name prefix: (namespace_name) @from (name) @member) alias: (_) @alias)
(namespace_use_declaration (namespace_name) @from body: (namespace_use_group (namespace_use_clause (name) @member !alias)))
(namespace_use_declaration (namespace_name) @from body: (namespace_use_group (namespace_use_clause . (name) @member alias: (_) @alias)))
(require_expression (string (string_content) @module))
(require_once_expression (string (string_content) @module))
(include_expression (string (string_content) @module))
(include_once_expression (string (string_content) @module))
