import { rate } from '@config'
import { addTax, parseAmount } from '@shop/core'
import { parseAmount as again } from '@shop/core/src/money'
import { addTax as taxed } from '@src/core'
import { rate as habit } from '@/config'
import { format } from '~lib/format'
import { run } from 'tool'
import { format as based } from 'src/lib/format'
import { outside } from 'left-pad'
import { more } from '@shop/core/extra'

export function total(text: string): string {
  run()
  more()
  outside()
  habit()
  based(taxed(again(text)))
  return format(addTax(parseAmount(text)) * rate())
}
