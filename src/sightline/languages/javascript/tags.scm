; Shared by JavaScript, TypeScript and TSX: only what all three grammars name alike.

; Definitions
(function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function
(class_declaration name: (_) @name body: (class_body) @body) @definition.class
(method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  body: (statement_block) @body) @definition.function
(method_definition
  name: (string (string_fragment) @name)
  body: (statement_block) @body) @definition.function

(variable_declarator
  name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (class_body) @body)) @definition.class
(pair
  key: [(property_identifier) @name (string (string_fragment) @name)]
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
          (generator_function body: (_) @body)]) @definition.function
(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
((assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
  (#any-of? @_exports "exports" "module"))
((assignment_expression
  left: (member_expression object: (identifier) @receiver property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
  (#not-match? @receiver "^(exports|module)$"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @receiver property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
  (#eq? @_module "module") (#eq? @_exports "exports"))

; Values of the module
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)))
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (object) @body @value) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (object) @body @value) @definition.variable))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: (object) @body @value) @definition.variable)))

(program (export_statement (lexical_declaration (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @definition.variable
    (pair_pattern value: (identifier) @name @definition.variable)])))))

; Members of objects: those of a value of the module are its members, of others no name leads there
(object [(method_definition) (pair value: [(function_expression) (generator_function)])] @apart)
(object (pair value: (arrow_function) @value) @apart)
((assignment_expression left: (_) @_exports right: (object (_) @exported))
  (#match? @_exports "^(module[.])?exports$"))
(program (_ (variable_declarator value: (object (shorthand_property_identifier) @property))))
(program (_ (variable_declarator value: (object (pair key: (property_identifier) @property value: (identifier) @value)))))
(program (export_statement (_ (variable_declarator value: (object (shorthand_property_identifier) @property)))))
(program (export_statement (_ (variable_declarator value: (object (pair key: (property_identifier) @property value: (identifier) @value))))))
(export_statement value: (object (shorthand_property_identifier) @property))
(export_statement value: (object (pair key: (property_identifier) @property value: (identifier) @value)))

; What a module exports without a name of its own
(export_statement "default" @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
(export_statement "default" @name value: (class body: (class_body) @body)) @definition.class
(export_statement "default" @name value: (object) @body @value) @definition.variable
(export_statement "default" value: (identifier) @default)
(export_statement "default" declaration: (_ name: (_) @default))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (identifier) @default)
  (#eq? @_module "module") (#eq? @_exports "exports"))

; Functions without a name: what they bind and return is not the enclosing function's
(arguments [(arrow_function) (function_expression) (generator_function)] @closure)
(return_statement [(arrow_function) (function_expression)] @closure)
(arrow_function body: (arrow_function) @closure)
(parenthesized_expression [(arrow_function) (function_expression)] @closure)
(array [(arrow_function) (function_expression)] @closure)

; Names bound to values
(variable_declarator name: (identifier) @target !value)
(variable_declarator name: (_) @target value: [(identifier) (member_expression) (call_expression) (new_expression) (await_expression) (object) (array) (string) (template_string) (number) (subscript_expression) (this)] @value)
(assignment_expression left: [(identifier) (member_expression)] @target right: (_) @value)
(for_in_statement left: (_) @target operator: "of" right: (_) @element)
(return_statement (_) @returned)
(arrow_function body: (parenthesized_expression (object) @returned))
(arrow_function body: [(call_expression) (new_expression) (identifier) (member_expression) (await_expression)] @returned)

; Calls
(call_expression function: [(identifier) (member_expression) (call_expression) (subscript_expression) (super)] @callee) @call
(new_expression constructor: (_) @made) @call

; Imports
(import_statement (import_clause (identifier) @alias) source: (string) @from)
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module)
(import_statement (import_clause (named_imports (import_specifier name: (_) @member alias: (identifier)? @alias))) source: (string) @from)
(import_statement . source: (string) @module)
(export_statement (export_clause (export_specifier name: (_) @member alias: (_)? @alias)) source: (string) @from)
(export_statement "*" @all . "from" . source: (string) @from)
(export_statement (export_clause (export_specifier name: (_) @value alias: (_) @target)) !source)
(export_statement (namespace_export (identifier) @alias) source: (string) @module)
((variable_declarator
  name: (identifier) @alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .)))
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @member)
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from .)))
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @member value: (identifier) @alias))
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from .)))
  (#eq? @_require "require"))
((variable_declarator
  name: (identifier) @alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from .))
    property: (property_identifier) @member))
  (#eq? @_require "require"))
((assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @alias)
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .)))
  (#eq? @_module "module") (#eq? @alias "exports") (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @module .))
