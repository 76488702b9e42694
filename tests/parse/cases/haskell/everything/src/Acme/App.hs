module Acme.App (run, Foo(..)) where
import Data.List (sort, nub)
import qualified Data.Map as M
-- | A thing.
data Foo a = Foo { name :: String, age :: Int } | Bar a deriving (Show)
newtype N = N Int
type Alias = M.Map String Int
class Shape s where
  area :: s -> Double
  area _ = 0
instance Shape Foo where
  area x = helper x
-- | Runs.
run :: Int -> Int
run 0 = 1
run x = add x (length [1]) + y
  where y = go x
limit = 3
