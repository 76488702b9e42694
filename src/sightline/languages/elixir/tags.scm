; Definitions
((call target: (identifier) @_define (arguments . (alias) @name) (do_block) @body) @definition.module
  (#eq? @_define "defmodule"))
((call target: (identifier) @_define (arguments . (alias) @name) (do_block) @body) @definition.interface
  (#eq? @_define "defprotocol"))
((call
  target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)])])
  (do_block)? @body) @definition.function
  (#any-of? @_define "def" "defp" "defdelegate" "defguard"))
((call
  target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name))])
  (do_block)? @body) @definition.macro
  (#any-of? @_define "defmacro" "defmacrop"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.const
  (#not-match? @name "^(doc|moduledoc|typedoc|spec|type|typep|opaque|impl|behaviour|callback|macrocallback|derive|tag|moduletag|describetag|deprecated|since|optional_callbacks|enforce_keys|external_resource|on_load|before_compile|after_compile|compile|dialyzer)$"))
((unary_operator operator: "@" operand: (call target: (identifier) @_type (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))) @definition.type_alias
  (#any-of? @_type "type" "typep" "opaque"))
((call
  target: (identifier) @_define
  (arguments . (alias) @base (keywords (pair value: (alias) @type)))
  (do_block)) @implementation
  (#eq? @_define "defimpl"))

; References. Without parentheses `value.name` is a field, `Module.name` a call.
(call target: (identifier) @callee) @call
(call target: (dot left: (alias)) @callee) @call
(call target: (_) @callee (arguments)) @call

; What is said about a function looks like calls of it.
((unary_operator operator: "@" operand: (call target: (identifier) @_about
  (arguments . (binary_operator left: (call target: (identifier) @head)))))
  (#any-of? @_about "spec" "callback" "macrocallback" "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_about
  (arguments . (binary_operator left: (binary_operator left: (call target: (identifier) @head))))))
  (#any-of? @_about "spec" "callback" "macrocallback" "type" "typep" "opaque"))

; Imports
((call target: (identifier) @_import (arguments . (alias) @module))
  (#any-of? @_import "alias" "import" "use" "require"))
((call target: (identifier) @_import (arguments . (alias) @module (keywords (pair key: (keyword) @_as value: (alias) @alias))))
  (#eq? @_import "alias") (#match? @_as "^as:"))
((call target: (identifier) @_import (arguments . (dot left: (alias) @from right: (tuple (alias) @member))))
  (#any-of? @_import "alias" "import" "use" "require"))
