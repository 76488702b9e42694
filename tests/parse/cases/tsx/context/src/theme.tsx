import { createContext, useContext } from "react";
export { ThemeToggle } from "./toggle";

export const ThemeContext = createContext<Theme>(light);

export enum Mode {
  Light = "light",
  Dark = "dark",
}

export const ThemeProvider = (props: { mode: Mode }) => {
  const theme = themes[props.mode];
  return <ThemeContext.Provider value={theme} />;
};

export const useTheme = () => useContext(ThemeContext);
