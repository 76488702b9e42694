; Definitions
(module_definition name: (identifier) @name) @definition.module
(function_definition (signature [
  (call_expression . (identifier) @name)
  (call_expression . (field_expression (identifier) @name .))
  (typed_expression . (call_expression . (identifier) @name))
  (where_expression . (call_expression . (identifier) @name))
  (where_expression . (typed_expression . (call_expression . (identifier) @name)))])) @definition.function
(assignment . [
  (call_expression . (identifier) @name)
  (call_expression . (field_expression (identifier) @name .))
  (typed_expression . (call_expression . (identifier) @name))
  (where_expression . (call_expression . (identifier) @name))]) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])])) @definition.struct
(struct_definition (typed_expression . (identifier) @name . (_) @type) @definition.field)
(struct_definition (identifier) @name @definition.field)
(abstract_definition (type_head [(identifier) @name (binary_expression . (identifier) @name)])) @definition.interface
(type_head (binary_expression (_) (operator) (_) @base))
(const_statement (assignment . (identifier) @name)) @definition.const

; Parameters
(argument_list (typed_expression . (identifier) @param . (_) @type))

; References
(call_expression . (_) @callee) @call
(macrocall_expression (macro_identifier (identifier) @made)) @call

; Imports
(using_statement (identifier) @from @all)
(import_statement (identifier) @module)
(selected_import . (_) @from (identifier) @member)
