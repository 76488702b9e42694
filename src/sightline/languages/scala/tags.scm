(package_clause name: (_) @package)

; Definitions
(class_definition name: (identifier) @name) @definition.class
(class_definition name: (identifier) @name body: (_) @body) @definition.class
(object_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name body: (_) @body) @definition.class
(package_object name: (identifier) @name body: (_) @body) @definition.class
(trait_definition name: (identifier) @name) @definition.trait
(trait_definition name: (identifier) @name body: (_) @body) @definition.trait
(enum_definition name: (identifier) @name body: (_) @body) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.const
(full_enum_case name: (identifier) @name) @definition.const
(type_definition name: (type_identifier) @name type: (_)? @type) @definition.type_alias
(function_definition name: (_) @name return_type: (_)? @result body: (_) @body) @definition.function
(function_declaration name: (_) @name return_type: (_)? @result) @definition.function
(val_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @definition.variable
(var_definition pattern: (identifier) @name type: (_)? @type value: (_) @value) @definition.variable
(val_declaration name: (identifier) @name type: (_) @type) @definition.variable
(var_declaration name: (identifier) @name type: (_) @type) @definition.variable
(given_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition class_parameters: (class_parameters (class_parameter name: (identifier) @name type: (_) @type) @definition.field))

(extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @base)

; Names bound to values
(enumerator (identifier) @target . (_) @element)
(assignment_expression left: (identifier) @target right: (_) @value) @again

; Parameters
(parameter name: (identifier) @param type: (_) @type)
(lambda_expression parameters: (identifier) @param)

; References
(call_expression function: (_) @callee) @call
(instance_expression . [(type_identifier) @made (stable_type_identifier) @made (generic_type type: (_) @made)]) @call
(annotation name: (_) @type)
(upper_bound type: (_) @type)

; Imports
(import_declaration) @tree
