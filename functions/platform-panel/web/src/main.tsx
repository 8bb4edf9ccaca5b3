// Begins the application.
import { createRoot } from "react-dom/client";

import { App } from "./app";
import { applyTheme, storedTheme } from "./design/theme";
import "./design/base.css";
import "./design/controls.css";
import "./design/pieces.css";

applyTheme(storedTheme());
const place = document.getElementById("app");
if (place) createRoot(place).render(<App />);
