; Definitions
(module name: (_) @name) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(class name: (_) @name) @definition.class
(class name: (_) @name body: (_) @body) @definition.class
(superclass (_) @base)
(method name: (_) @name body: (_)? @body) @definition.function
(singleton_method name: (_) @name body: (_)? @body) @definition.function
((assignment left: (constant) @name right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_) @body)) @definition.class
  (#any-of? @_maker "Struct" "Class" "Data" "Module") (#any-of? @_new "new" "define"))
(assignment left: (constant) @name right: (_) @value) @definition.const
((call method: (identifier) @_attribute arguments: (argument_list (simple_symbol) @name @definition.field))
  (#any-of? @_attribute "attr_accessor" "attr_reader" "attr_writer" "mattr_accessor" "cattr_accessor"))
((call method: (identifier) @_define arguments: (argument_list . (simple_symbol) @name) block: (_) @body) @definition.function
  (#any-of? @_define "define_method" "define_singleton_method"))
((call method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name)) @definition.function
  (#eq? @_alias "alias_method"))
(alias name: (identifier) @name) @definition.function
((call method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution)] @embed))
  (#any-of? @_mix "include" "extend" "prepend"))

; Names bound to values
(assignment left: [(identifier) (instance_variable) (class_variable)] @target right: (_) @value)
(operator_assignment left: [(identifier) (instance_variable)] @target right: (_) @value)
(exception_variable (identifier) @local)

; Parameters
(method_parameters (identifier) @param)
(method_parameters [(optional_parameter name: (identifier) @param) (keyword_parameter name: (identifier) @param) (block_parameter name: (identifier) @param)])
(method_parameters [(splat_parameter name: (identifier) @many) (hash_splat_parameter name: (identifier) @many)])
(block_parameters (identifier) @param)
(return (argument_list . (_) @returned .))

; References
(call method: (_) @callee) @call
(body_statement (identifier) @callee @call)

; Imports
((call method: (identifier) @_require arguments: (argument_list . (string (string_content) @module)))
  (#any-of? @_require "require" "require_relative" "load"))
