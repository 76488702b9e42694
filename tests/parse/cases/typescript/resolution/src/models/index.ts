export * from './user'
export { Address as Place } from './user'
export { default as make } from './user'
