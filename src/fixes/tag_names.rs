//! Names of tags in the languages of players, and in other spellings.

use crate::games::GameId;
use crate::notation::is_common_tag;

/// Names of tags in German, French, Polish, Dutch, Spanish, Italian and English, in small letters.
const OTHER_NAMES: [(&str, &[&str]); 15] = [
    (
        "Stock",
        &[
            "deckorder",
            "drawpile",
            "pile",
            "stapel",
            "nachziehstapel",
            "vorrat",
            "pioche",
            "stos",
            "mazo",
        ],
    ),
    (
        "Game",
        &["spiel", "jeu", "gra", "spel", "juego", "gioco", "partita"],
    ),
    (
        "Variant",
        &[
            "variante", "wariant", "variatie", "version", "wersja", "versie",
        ],
    ),
    (
        "Event",
        &[
            "ereignis",
            "turnier",
            "veranstaltung",
            "événement",
            "evenement",
            "tournoi",
            "turniej",
            "wydarzenie",
            "toernooi",
            "evento",
            "torneo",
            "tournament",
        ],
    ),
    (
        "Site",
        &[
            "ort", "lieu", "miejsce", "plaats", "lugar", "luogo", "place", "location", "venue",
        ],
    ),
    ("Date", &["datum", "data", "fecha"]),
    ("Round", &["runde", "ronde", "runda", "ronda", "turno"]),
    (
        "Player1",
        &[
            "weiß",
            "weiss",
            "blancs",
            "blanc",
            "białe",
            "biały",
            "biale",
            "wit",
            "blancas",
            "blanco",
            "bianco",
            "white",
            "light",
            "playerwhite",
            "playerlight",
            "whiteplayer",
            "lightplayer",
            "spielerweiß",
            "spielerweiss",
            "spielerhell",
            "joueurblanc",
            "graczbiały",
            "spelerwit",
            "jugadorblanco",
            "spieler1",
            "joueur1",
            "gracz1",
            "speler1",
            "jugador1",
            "giocatore1",
            "hell",
            "jasne",
            "licht",
            "clair",
            "chiaro",
        ],
    ),
    (
        "Player2",
        &[
            "schwarz",
            "noirs",
            "noir",
            "czarne",
            "czarny",
            "zwart",
            "negras",
            "negro",
            "nero",
            "black",
            "dark",
            "playerblack",
            "playerdark",
            "blackplayer",
            "darkplayer",
            "spielerschwarz",
            "spielerdunkel",
            "joueurnoir",
            "graczczarny",
            "spelerzwart",
            "jugadornegro",
            "spieler2",
            "joueur2",
            "gracz2",
            "speler2",
            "jugador2",
            "giocatore2",
            "dunkel",
            "ciemne",
            "donker",
            "foncé",
            "scuro",
        ],
    ),
    (
        "Result",
        &[
            "ergebnis",
            "résultat",
            "resultat",
            "wynik",
            "uitslag",
            "resultado",
            "risultato",
            "outcome",
        ],
    ),
    (
        "Score",
        &[
            "punkte",
            "punktestand",
            "punkty",
            "punten",
            "puntos",
            "punti",
            "points",
        ],
    ),
    (
        "Termination",
        &["ende", "beendigung", "fin", "zakończenie", "einde", "final"],
    ),
    (
        "Size",
        &[
            "größe",
            "groesse",
            "taille",
            "rozmiar",
            "grootte",
            "tamaño",
            "dimensione",
            "board",
            "brett",
            "plateau",
            "plansza",
            "bord",
            "tablero",
        ],
    ),
    (
        "Colors",
        &[
            "farben", "couleurs", "kolory", "kleuren", "colores", "colori",
        ],
    ),
    (
        "Options",
        &["optionen", "opcje", "opties", "opciones", "opzioni"],
    ),
];

/// Returns the tag that a name in another language means.
pub(super) fn foreign_name(name: &str) -> Option<&'static str> {
    let small = name.to_lowercase();
    OTHER_NAMES
        .iter()
        .find(|(_, names)| names.contains(&small.as_str()))
        .map(|(known, _)| *known)
}

/// Returns the name of the tag that a word means: a known name in any letters, or a name in another
/// language.
pub(super) fn tag_named(word: &str) -> Option<String> {
    let mut letters = word.chars();
    let first = letters.next()?;
    let capital: String = first
        .to_uppercase()
        .chain(letters.flat_map(char::to_lowercase))
        .collect();
    let is_of_a_game = GameId::ALL
        .into_iter()
        .any(|game| game.facts().tag(&capital).is_some());
    if is_common_tag(&capital) || is_of_a_game {
        return Some(capital);
    }
    foreign_name(word).map(str::to_owned)
}
