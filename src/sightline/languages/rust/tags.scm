; Definitions
(function_item name: (identifier) @name return_type: (_)? @result body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name return_type: (_)? @result) @definition.function
(struct_item name: (type_identifier) @name body: (_)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.union
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.const
(enum_variant name: (identifier) @name body: (field_declaration_list) @body) @definition.const
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(type_item name: (type_identifier) @name type: (_) @type) @definition.type_alias
(associated_type name: (type_identifier) @name) @definition.type_alias
(const_item name: (identifier) @name type: (_)? @type) @definition.const
(static_item name: (identifier) @name type: (_)? @type) @definition.const
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field
(macro_definition name: (identifier) @name . (macro_rule)? @body) @definition.macro
(mod_item name: (identifier) @name body: (_) @body) @definition.module

(impl_item trait: (_)? @base type: (_) @type) @implementation
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base))

; Names bound to values
(let_declaration pattern: (identifier) @target type: (_) @type)
(let_declaration pattern: (_) @target value: (_) @value)
(let_condition pattern: (tuple_struct_pattern type: (_) . (identifier) @target .) value: (_) @value)
(for_expression pattern: (_) @target value: (_) @element)
(assignment_expression left: [(identifier) (field_expression)] @target right: (_) @value)

; Parameters
(parameter pattern: (identifier) @param type: (_) @type)
(closure_parameters (identifier) @param)

; References
(call_expression function: (_) @callee) @call
(macro_invocation macro: (_) @callee) @call
(struct_expression name: (_) @made) @call
((token_tree (identifier) @callee @call @loose . (token_tree) @_arguments) (#match? @_arguments "^[(]"))
(ordered_field_declaration_list type: (_) @type)
(type_parameter bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @type))
(where_predicate bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @type))
(generic_function type_arguments: (type_arguments (_) @type))
(type_cast_expression type: (_) @type)

; Imports
(use_declaration argument: (_) @tree)
(mod_item name: (identifier) @module !body)
(extern_crate_declaration name: (identifier) @module !alias)
(extern_crate_declaration name: (identifier) @module alias: (identifier) @alias)
