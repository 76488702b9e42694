module App
using Base: show
import LinearAlgebra
export run
const LIMIT = 3
"A point."
struct Point{T} <: Shape
    x::T
    y::Int
end
mutable struct M end
abstract type Shape end
function run(x::Int, y=1)::Int
    helper(x)
    A.go(y)
end
add(a, b) = a + b
macro mac(x)
end
Base.show(io, p) = print(io)
@enum Color red green
f = x -> x
end
