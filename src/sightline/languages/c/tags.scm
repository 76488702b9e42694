; Shared by C, C++ and Objective-C: only what all three grammars name alike.

; Functions. Prototypes are no symbols: the definition is.
((function_definition
  type: (_)? @result
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))]
  body: (_) @body) @definition.function
  (#not-match? @name "^(TYPED_)?TEST(_F|_P|_CASE)?$"))
((function_definition
  declarator: (function_declarator
    declarator: (identifier) @_test
    parameters: (parameter_list . (_) . (parameter_declaration type: (type_identifier) @name) .))
  body: (_) @body) @definition.function
  (#match? @_test "^(TYPED_)?TEST(_CASE)?$"))
; Tests with a fixture are members of it
((function_definition
  declarator: (function_declarator
    declarator: (identifier) @_test
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) @receiver) . (parameter_declaration type: (type_identifier) @name) .))
  body: (_) @body) @definition.function
  (#match? @_test "^(TYPED_)?TEST_[FP]$"))

; Types
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition type: [(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_)) (enum_specifier name: (_) body: (_))]
  declarator: [(type_identifier) @name @definition.type_alias (pointer_declarator declarator: (type_identifier) @name @definition.type_alias)])
(type_definition
  type: [(primitive_type) @type (sized_type_specifier) @type (type_identifier) @type
         (struct_specifier name: (_) @type !body) (union_specifier name: (_) @type !body) (enum_specifier name: (_) @type !body)]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))]) @definition.type_alias
(enumerator name: (identifier) @name) @definition.const
(field_declaration
  type: [(primitive_type) @type (sized_type_specifier) @type (type_identifier) @type
         (struct_specifier name: (_) @type) (union_specifier name: (_) @type) (enum_specifier name: (_) @type)
         (struct_specifier !name) (union_specifier !name) (enum_specifier !name)]
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))]) @definition.field

; Macros
(preproc_def name: (identifier) @name value: (_)) @definition.const
(preproc_function_def name: (identifier) @name) @definition.macro

; Variables; those inside functions only get their types
(declaration
  type: [(primitive_type) @type (sized_type_specifier) @type (type_identifier) @type
         (struct_specifier name: (_) @type) (union_specifier name: (_) @type) (enum_specifier name: (_) @type)
         (struct_specifier !name) (union_specifier !name) (enum_specifier !name)]
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
      (array_declarator declarator: (identifier) @name)])]) @definition.variable
(assignment_expression left: (identifier) @local right: (_) @value)

; Parameters
(parameter_declaration
  type: [(primitive_type) @type (sized_type_specifier) @type (type_identifier) @type
         (struct_specifier name: (_) @type) (union_specifier name: (_) @type) (enum_specifier name: (_) @type)]
  declarator: [
    (identifier) @param
    (pointer_declarator declarator: (identifier) @param)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @param))
    (array_declarator declarator: (identifier) @param)])

; References
(call_expression function: (_) @callee) @call
(cast_expression type: (type_descriptor type: [(type_identifier) @type (struct_specifier name: (_) @type)]))
(sizeof_expression type: (type_descriptor type: [(type_identifier) @type (struct_specifier name: (_) @type)]))

; What a header says is all there
(preproc_include path: (string_literal (string_content) @from) @all)
((preproc_include path: (system_lib_string) @from) @all
  (#match? @from "/"))
