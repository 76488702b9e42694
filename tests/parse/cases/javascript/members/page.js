import all, { ops } from './ops'
import { render } from './view'

class Page {
  show() {
    render({
      render() {
        this.save()
      },
      done: () => this.save()
    })
    ops.insert()
    ops.write()
    ops.remove()
    all.insert()
  }

  save() {}
}
