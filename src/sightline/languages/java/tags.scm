(package_declaration [(scoped_identifier) (identifier)] @package)

; Definitions
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_element_declaration type: (_) @result name: (identifier) @name) @definition.method
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.const
(enum_constant name: (identifier) @name body: (_) @body) @definition.const
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @definition.field))
(method_declaration type: (_) @result name: (identifier) @name body: (block)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
((field_declaration (modifiers) @_modifiers type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @definition.const
  (#match? @_modifiers "static[^@]*final|final[^@]*static"))
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @definition.const

(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))

; Names bound to values
((local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @target)) (#not-eq? @type "var"))
((local_variable_declaration type: (_) @_var declarator: (variable_declarator name: (identifier) @target value: (_) @value)) (#eq? @_var "var"))
((enhanced_for_statement type: (_) @type name: (identifier) @local) (#not-eq? @type "var"))
((enhanced_for_statement type: (_) @_var name: (identifier) @target value: (_) @element) (#eq? @_var "var"))
(resource type: (_) @type name: (identifier) @local)
(catch_formal_parameter (catch_type) @type name: (identifier) @local)
(instanceof_expression right: (_) @type name: (identifier) @local)
(assignment_expression left: [(identifier) (field_access)] @target right: (_) @value) @again

; Parameters
(formal_parameter type: (_) @type name: (identifier) @param)
(spread_parameter (_) @type . (variable_declarator name: (identifier) @many))
(lambda_expression parameters: (identifier) @param)
(inferred_parameters (identifier) @param)

; References
(method_invocation name: (identifier) @callee) @call
(object_creation_expression type: (_) @made) @call
(explicit_constructor_invocation constructor: (_) @callee) @call
(method_reference . (_) . (identifier) @callee) @call
(marker_annotation name: (_) @type)
(annotation name: (_) @type)
(cast_expression type: (_) @type)
(instanceof_expression right: (type_identifier) @type !name)
(throws (_) @type)
(type_bound (_) @type)

; Imports
(import_declaration (scoped_identifier scope: (_) @from name: (identifier) @member) .)
(import_declaration (scoped_identifier) @from (asterisk) @all)
