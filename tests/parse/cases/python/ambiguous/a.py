class Cat:
    def speak(self): ...
    def purr(self): ...


class Dog:
    def speak(self): ...


def meet(animal, flag):
    animal.speak()
    animal.purr()
    pet = Cat() if flag else Dog()
    pet.speak()


def flow():
    pet = Cat()
    pet.speak()
    pet = Dog()
    pet.speak()


def shadow(meet):
    meet()
