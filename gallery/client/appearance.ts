/** Where the choice between light and dark is kept; the page's first lines read it too, see the theme's `head.ts`. */
const KEY = "sidestep-colours";

const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** Lets the header's switch choose between light and dark. Without a choice, the system's setting holds. */
export function startAppearance(): void {
  const button = document.querySelector<HTMLButtonElement>("button.appearance");
  const show = (dark: boolean) => {
    root.classList.toggle("dark", dark);
    button?.setAttribute("aria-pressed", String(dark));
  };
  show(root.classList.contains("dark"));
  button?.addEventListener("click", () => {
    const dark = !root.classList.contains("dark");
    show(dark);
    remember(dark ? "dark" : "light");
  });
  systemIsDark.addEventListener("change", () => {
    if (!remembered()) show(systemIsDark.matches);
  });
}

// Where storing is forbidden, the choice holds until the page is left.
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(choice: string): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // See above.
  }
}
