export function good(): number {
  return 1;
}

export class Half {
  method(: string {
    return good();
  }

  other() {
    good();
