open List
module M = struct
  let inner x = x
end
module type S = sig
  val f : int -> int
end
(** A point. *)
type point = { x : int; y : int }
type color = Red | Green of int
let limit = 3
let rec run x y = helper x; M.inner (List.map f y)
let add = fun a b -> a + b
class c = object method go = 1 end
exception E of string
external ext : int -> int = "ext"
let () = run 1 2
