; Definitions
(function_declaration name: (identifier) @name type: (_)? @result body: (_)? @body) @definition.function
(variable_declaration . (identifier) @name (struct_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration) @body) @definition.enum
(variable_declaration . (identifier) @name (union_declaration) @body) @definition.union
(variable_declaration . (identifier) @name) @definition.variable
(variable_declaration . (identifier) @name type: (_) @type) @definition.variable
(variable_declaration . (identifier) @name . (call_expression) @value) @definition.variable
(enum_declaration (container_field name: (identifier) @name) @definition.const)
(container_field name: (identifier) @name type: (_)? @type) @definition.field
(test_declaration (string (string_content) @name) (block) @body) @definition.function

; Parameters
(parameter name: (identifier) @param type: (_) @type)

; References
(call_expression function: (_) @callee) @call

; Imports
((variable_declaration . (identifier) @alias (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @module))))
  (#eq? @_import "@import"))
; A file is a type, and this is how it names itself
((source_file (variable_declaration . (identifier) @alias (builtin_function (builtin_identifier) @module)))
  (#eq? @module "@This"))
