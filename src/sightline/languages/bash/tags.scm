(function_definition name: (word) @name body: (_) @body) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)

((command_name (word) @callee @call @whole) (#match? @callee "^[A-Za-z_]"))

((command name: (command_name (word) @_source) . argument: (word) @from @all)
  (#any-of? @_source "source" "."))
