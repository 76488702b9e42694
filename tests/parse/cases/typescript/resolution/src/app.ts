import build, { User, Repo as Store } from './models/user'
import * as models from './models'
import type { Named } from './models'
import { Place, make } from './models'
import fs from 'fs'

const shared = new Store()

export async function run(named: Named, users: User[], byName: Map<string, User>) {
  const user = build()
  user.move().check()
  named.title()
  models.User.create(shared).save().title()
  new models.Address().check()
  new Place().check()
  make().move()
  users[0].title()
  byName.get('x')!.move()
  const found = await lookup()
  found?.title()
  fs.readFileSync('x')
  const { name } = user
  users.forEach(u => u.move())
}

async function lookup(): Promise<User | undefined> { return undefined }
