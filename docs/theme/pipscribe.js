// What the pages of this book do in a browser. Without JavaScript, records are shown in full, and players are links.
(() => {
    // Folds the tags that list the cards of an example of the Pipe Game: `[Deck …]`, `[Card1 …]`. A button shows them, and the copy
    // button of the record copies them too.
    const isCard = line => /^\[(Deck|DeckHash|Card\d+) "/.test(line);

    function fold(code) {
        const lines = code.textContent.split('\n');
        const first = lines.findIndex(isCard);
        const count = lines.slice(first).findIndex(line => !isCard(line));
        if (first < 1 || count < 3) {
            return;
        }
        const cards = document.createElement('span');
        cards.hidden = true;
        cards.textContent = lines.slice(first, first + count).join('\n') + '\n';
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'fold-cards';
        const set = hidden => {
            cards.hidden = hidden;
            // The text of the button is drawn by the style sheet, so that it is never copied with the record.
            button.dataset.label = hidden ? `show the deck: ${count - 1} cards` : 'hide the deck';
            button.setAttribute('aria-label', button.dataset.label);
            button.setAttribute('aria-expanded', String(!hidden));
        };
        set(true);
        button.addEventListener('click', () => set(!cards.hidden));
        code.replaceChildren(
            lines.slice(0, first).join('\n'), ' ', button, '\n', cards, lines.slice(first + count).join('\n'));
        // The copy button reads what is visible.
        code.closest('pre').addEventListener('click', event => {
            if (event.target.closest('.clip-button')) {
                set(false);
            }
        }, true);
    }

    document.querySelectorAll('code.language-pips').forEach(fold);

    // Players inside a page. The page for printing has none: its games are on paper.
    function embed(place) {
        const player = document.createElement('iframe');
        player.src = place.dataset.player;
        player.title = place.dataset.title;
        place.append(player);
    }

    if (!location.pathname.endsWith('/print.html')) {
        document.querySelectorAll('[data-player]').forEach(embed);
    }
})();
