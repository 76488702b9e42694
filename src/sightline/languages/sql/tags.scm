; Definitions
(create_table (object_reference name: (identifier) @name) (column_definitions)? @body) @definition.struct
(create_table (column_definitions (column_definition name: (identifier) @name) @definition.field))
(create_view (object_reference name: (identifier) @name) (keyword_as) @body) @definition.struct
(create_materialized_view (object_reference name: (identifier) @name) (keyword_as) @body) @definition.struct
(create_function (object_reference name: (identifier) @name) (function_body) @body) @definition.function
(create_type (object_reference name: (identifier) @name)) @definition.type_alias
(create_trigger . (keyword_create) (object_reference name: (identifier) @name) . [(keyword_before) (keyword_after) (keyword_instead)]) @definition.function
(create_index column: (identifier) @name) @definition.const
(create_sequence (object_reference name: (identifier) @name)) @definition.variable
(create_schema (identifier) @name) @definition.module

; References
(invocation (object_reference) @callee @call)
(create_trigger (keyword_execute) (object_reference) @callee @call)
(relation (object_reference) @type)
(column_definition (keyword_references) . (object_reference) @type)
(alter_table (object_reference) @type)
(create_index (object_reference) @type)
