; What JavaScript's grammar names otherwise than TypeScript's.
(class_heritage [(identifier) (member_expression)] @base)
(class_heritage (call_expression) @base)
(field_definition property: [(property_identifier) (private_property_identifier)] @name value: (_)? @value) @definition.field
(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
(formal_parameters (identifier) @param)
(formal_parameters (assignment_pattern left: (identifier) @param))
(formal_parameters (rest_pattern (identifier) @many))
(arrow_function parameter: (identifier) @param)
(class_declaration decorator: (decorator (_) @decorator)) @decorated @outer
(export_statement decorator: (decorator (_) @decorator) declaration: (class_declaration) @decorated) @outer
(class_body (method_definition decorator: (decorator (_) @decorator)) @decorated @outer)
