(header module: (module) @package)

; Definitions. A signature and the clauses below it are one symbol.
(signature name: (variable) @name type: (_) @type) @definition.function
(function name: (variable) @name match: (_) @body) @definition.function
(bind name: (variable) @name) @definition.variable
(data_type name: (name) @name constructors: (_)? @body) @definition.struct
(newtype name: (name) @name constructor: (_)? @body) @definition.struct
(data_constructor constructor: (_ name: (constructor) @name)) @definition.const
(newtype_constructor name: (constructor) @name) @definition.const
(field name: (field_name (variable) @name) type: (_) @type) @definition.field
(type_synonym name: (name) @name type: (_) @type) @definition.type_alias
(class name: (name) @name declarations: (_)? @body) @definition.trait
(instance name: (_) @base patterns: (type_patterns . (_) @type)) @implementation

; References
(apply function: (variable) @callee @call)
(apply function: (qualified id: (variable) @callee) @call)

; Imports
(import module: (module) @module alias: (module) @alias)
(import module: (module) @from names: (import_list name: (import_name variable: (variable) @member)))
(import module: (module) @from names: (import_list name: (import_name type: (name) @member)))
(import module: (module) @from @all !names !alias)
