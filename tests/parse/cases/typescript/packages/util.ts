import { inspect } from 'config'
export const shown = () => inspect()
