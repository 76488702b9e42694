import { forwardRef, memo } from "react";

/** A text field. */
export const Input = forwardRef<HTMLInputElement, InputProps>((props, ref) => {
  const id = useId();
  return <input id={id} ref={ref} {...props} />;
});

const Row = memo(function Row({ item }: RowProps) {
  return <Cell value={item.value()} />;
});

export default React.memo(Row);
