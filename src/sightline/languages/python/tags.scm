; Definitions
(function_definition
  name: (identifier) @name
  return_type: (type)? @result
  body: (block) @body) @definition.function

(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class

(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @base))

(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])
  right: (type) @type) @definition.type_alias

(decorated_definition (decorator (_) @decorator) definition: (_) @decorated) @outer

; Names bound to values
(assignment left: (_) @target type: (type)? @type right: (_)? @value)
(assignment left: (_) @target right: (conditional_expression . (_) @value))
(assignment left: (_) @target right: (conditional_expression (_) @value .))
(assignment left: (_) @target right: (boolean_operator left: (_) @value))
(assignment left: (_) @target right: (boolean_operator right: (_) @value))
(named_expression name: (identifier) @target value: (_) @value)
(for_statement left: (_) @target right: (_) @element)
(for_in_clause left: (_) @target right: (_) @element)
(with_item value: (as_pattern (_) @entered alias: (as_pattern_target (_) @target)))
(except_clause value: (as_pattern (_) @type alias: (as_pattern_target (identifier) @local)))

; Parameters
(parameters (identifier) @param)
(parameters (default_parameter name: (identifier) @param))
(parameters (typed_parameter (identifier) @param type: (type) @type))
(parameters (typed_parameter (list_splat_pattern (identifier) @many) type: (type) @type))
(parameters (typed_parameter (dictionary_splat_pattern (identifier) @many) type: (type) @type))
(parameters (typed_default_parameter name: (identifier) @param type: (type) @type))
(parameters (list_splat_pattern (identifier) @many))
(parameters (dictionary_splat_pattern (identifier) @many))
(lambda_parameters (identifier) @param)

(return_statement (_) @returned)
(yield (_)) @yields

; References
(call function: (_) @callee) @call

(import_statement name: (dotted_name) @module)
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias))
(import_from_statement module_name: (_) @from name: (dotted_name) @member)
(import_from_statement module_name: (_) @from name: (aliased_import name: (dotted_name) @member alias: (identifier) @alias))
(import_from_statement module_name: (_) @from (wildcard_import) @all)
