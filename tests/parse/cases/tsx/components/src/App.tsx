import React, { useState } from "react";
import { Header } from "./Header";
import * as Icons from "./icons";

interface Props {
  title: string;
  onClose?: () => void;
}

/** The whole page. */
export const App: React.FC<Props> = ({ title, onClose }) => {
  const [open, setOpen] = useState(false);
  return (
    <Layout>
      <Header title={title} onClick={() => setOpen(!open)} />
      <Icons.Close onClick={onClose} />
      <div className="x">{format(title)}</div>
    </Layout>
  );
};

export function Layout({ children }: { children: React.ReactNode }) {
  return <main>{children}</main>;
}

export default App;
