import type { Theme } from "vitepress";
import Layout from "./Layout.vue";
import PageCards from "./PageCards.vue";
import "./style/colours.css";
import "./style/page.css";
import "./style/text.css";
import "./style/controls.css";
import "./style/code.css";

// Elements keep their styles beside their code.
import.meta.glob("../../client/**/*.css", { eager: true });

export default {
  Layout,
  enhanceApp({ app }) {
    app.component("PageCards", PageCards);
    // The built pages load one classic script instead, see the head in `Layout.vue`.
    if (import.meta.env.DEV && !import.meta.env.SSR) void import("../../client/main");
  },
} satisfies Theme;
