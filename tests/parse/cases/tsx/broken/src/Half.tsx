export const Good = () => <b>ok</b>;

export const Half = () => (
  <div>
    <Good />
    <span>
);

export function After() {
  return <Good />;
}
