export { parseAmount } from './money'
export * from './tax'
