; Definitions
(class_declaration declaration_kind: ["class" "actor"] name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.const
(typealias_declaration name: (type_identifier) @name) @definition.type_alias
(associatedtype_declaration name: (type_identifier) @name) @definition.type_alias
(function_declaration name: (simple_identifier) @name body: (_) @body) @definition.function
(function_declaration name: (simple_identifier) @name (user_type) @result (function_body) @body) @definition.function
(protocol_function_declaration name: (simple_identifier) @name ) @definition.method
(protocol_function_declaration name: (simple_identifier) @name name: (user_type) @result) @definition.method
(init_declaration name: "init" @name body: (_)? @body) @definition.method
(deinit_declaration "deinit" @name body: (_) @body) @definition.method
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type)) @definition.variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) value: (_) @value) @definition.variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type) computed_value: (_) @body) @definition.variable
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type)) @definition.field

(class_declaration declaration_kind: "extension" name: (_) @type . (inheritance_specifier inherits_from: (_) @base)?) @implementation
(class_declaration declaration_kind: ["class" "struct" "enum" "actor"] (inheritance_specifier inherits_from: (_) @base))
(protocol_declaration (inheritance_specifier inherits_from: (_) @base))

; Names bound to values
(for_statement item: (pattern bound_identifier: (simple_identifier) @target) collection: (_) @element)
(assignment target: (directly_assignable_expression) @target result: (_) @value) @again

; Parameters
(parameter name: (simple_identifier) @param . (_) @type)

; References
(call_expression . (_) @callee) @call
(attribute (user_type) @type)
(as_expression (_) (_) @type .)

; Imports
(import_declaration (identifier) @from @all)
