export interface Named { title(): string }

export class Base {
  save(): this { return this }
}

export class User extends Base implements Named {
  private address: Address = new Address()
  tags: Tag[] = []
  constructor(private readonly repo: Repo, public name?: string) { super() }
  title(): string { return this.repo.find(1).describe() }
  move(): Address {
    this.address.check()
    this.tags[0].print()
    for (const tag of this.tags) tag.print()
    super.save()
    return this.address
  }
  static create(repo: Repo): User { return new User(repo) }
  handler = () => { this.move() }
}

export class Address { check(): boolean { return true } }
class Tag { print() {} }
export class Repo { find(id: number): Entry { return new Entry() } }
class Entry { describe() { return "x" } }
export default function build(): User { return User.create(new Repo()) }
