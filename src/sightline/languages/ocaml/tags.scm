; Definitions
(value_definition (let_binding pattern: (value_name) @name . (parameter) body: (_) @body)) @definition.function
(value_definition (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)] @body)) @definition.function
(value_definition (let_binding pattern: (value_name) @name body: (_) @value)) @definition.variable
(value_specification (value_name) @name) @definition.function
(external (value_name) @name) @definition.function
(module_definition (module_binding (module_name) @name body: (_)? @body)) @definition.module
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface
(type_definition (type_binding name: (type_constructor) @name body: (record_declaration) @body)) @definition.struct
(type_definition (type_binding name: (type_constructor) @name body: (variant_declaration) @body)) @definition.enum
(type_definition (type_binding name: (type_constructor) @name)) @definition.type_alias
(field_declaration (field_name) @name type: (_) @type) @definition.field
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.const)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(class_definition (class_binding (class_name) @name body: (_) @body)) @definition.class
(method_definition (method_name) @name body: (_)? @body) @definition.method

; References
(application_expression function: (value_path) @callee) @call

; Imports
(open_module module: (module_path) @from @all)
