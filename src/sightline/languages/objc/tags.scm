; What Objective-C adds to C.
(class_interface . (identifier) @name !category) @definition.class
(class_interface . (identifier) @type category: (_)) @implementation
(class_implementation . (identifier) @type) @implementation
(protocol_declaration . (identifier) @name) @definition.interface
(method_declaration (method_type (type_name (_) @result)) . (identifier) @name) @definition.method
(method_definition (method_type (type_name (_) @result)) . (identifier) @name (compound_statement) @body) @definition.method
(property_declaration (struct_declaration (type_identifier) @type (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)]))) @definition.field

(class_interface superclass: (identifier) @base)
(class_interface (parameterized_arguments (type_name (type_identifier) @base)))
(protocol_reference_list (identifier) @base)

(method_parameter (method_type (type_name (type_identifier) @type)) (identifier) @param)
(message_expression receiver: (_) @receiver . method: (identifier) @callee) @call
