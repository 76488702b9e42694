; What TypeScript adds to JavaScript; TSX reads it too.

; Definitions
(abstract_class_declaration name: (_) @name body: (class_body) @body) @definition.class
(function_signature name: (identifier) @name return_type: (type_annotation (_) @result)?) @definition.function
(function_declaration name: (identifier) @name return_type: (type_annotation (_) @result) body: (_) @body) @definition.function
(method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (type_annotation (_) @result)
  body: (statement_block) @body) @definition.function
(method_signature name: [(property_identifier) (private_property_identifier)] @name return_type: (type_annotation (_) @result)?) @definition.method
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name return_type: (type_annotation (_) @result)?) @definition.method
(variable_declarator
  name: (identifier) @name
  value: (arrow_function return_type: (type_annotation (_) @result) body: (_) @body)) @definition.function
(variable_declarator
  name: (identifier) @name
  value: [
    (as_expression [(arrow_function body: (_) @body)
      (parenthesized_expression [(arrow_function body: (_) @body) (function_expression body: (_) @body)])])
    (satisfies_expression [(arrow_function body: (_) @body)
      (parenthesized_expression [(arrow_function body: (_) @body) (function_expression body: (_) @body)])])
  ]) @definition.function
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_body name: (property_identifier) @name @definition.const)
(enum_body name: (string (string_fragment) @name @definition.const))
(enum_body (enum_assignment name: (property_identifier) @name) @definition.const)
(enum_body (enum_assignment name: (string (string_fragment) @name)) @definition.const)
(type_alias_declaration name: (type_identifier) @name value: (_) @type) @definition.type_alias
(internal_module name: [(identifier) (nested_identifier)] @name body: (statement_block) @body) @definition.module
(module name: [(identifier) (nested_identifier)] @name body: (statement_block) @body) @definition.module
(module name: (string (string_fragment) @name) body: (statement_block) @body) @definition.module

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  type: (type_annotation (_) @type)? value: (_)? @value) @definition.field
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
(interface_body (property_signature name: (property_identifier) @name type: (type_annotation (_) @type)?) @definition.field)
(type_alias_declaration value: (object_type (property_signature name: (property_identifier) @name type: (type_annotation (_) @type)?) @definition.field))
(required_parameter (accessibility_modifier) pattern: (identifier) @name type: (type_annotation (_) @type)?) @definition.field @promoted
(required_parameter "readonly" pattern: (identifier) @name type: (type_annotation (_) @type)?) @definition.field @promoted

(program (lexical_declaration (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)) @definition.variable))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)) @definition.variable)))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)?) @definition.variable))
(internal_module body: (statement_block (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(internal_module body: (statement_block (export_statement (lexical_declaration (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)?) @definition.variable))))
(module body: (statement_block (export_statement (lexical_declaration (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)?) @definition.variable))))

; Inheritance
(extends_clause value: (_) @base)
(implements_clause (_) @base)
(extends_type_clause type: (_) @base)

; Decorators
(class_declaration decorator: (decorator (_) @decorator)) @decorated @outer
(export_statement decorator: (decorator (_) @decorator) declaration: (class_declaration) @decorated) @outer
(public_field_definition decorator: (decorator (_) @decorator)) @decorated @outer
(class_body (decorator (_) @decorator) @outer . (decorator)* . (method_definition) @decorated)

; Names bound to values, with their types
(variable_declarator name: (identifier) @target type: (type_annotation (_) @type))
(variable_declarator name: (identifier) @target value: (as_expression (_) (_) @type .))
(required_parameter pattern: (identifier) @param type: (type_annotation (_) @type)?)
(optional_parameter pattern: (identifier) @param type: (type_annotation (_) @type)?)
(required_parameter pattern: (rest_pattern (identifier) @many) type: (type_annotation (_) @type)?)
(arrow_function parameter: (identifier) @param)

(call_expression function: (non_null_expression) @callee) @call

; Types used elsewhere
(required_parameter pattern: [(object_pattern) (array_pattern)] type: (type_annotation (_) @type))
(new_expression type_arguments: (type_arguments (_) @type))
(call_expression type_arguments: (type_arguments (_) @type))
(satisfies_expression (_) (_) @type .)

; Imports
(import_statement (import_require_clause (identifier) @alias source: (string) @module))
(export_statement "=" . (identifier) @default)
