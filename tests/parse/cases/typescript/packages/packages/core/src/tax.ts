export const addTax = (amount: number) => amount * 1.2
