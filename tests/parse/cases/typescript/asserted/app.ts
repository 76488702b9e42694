type Make = (name: string) => void

/** Makes an app. */
export const createApp = ((name: string) => {
  start(name)
}) as Make

const start = ((name: string) => {}) satisfies Make

createApp('a')
