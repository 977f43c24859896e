//! Pictures.

use render::RenderError;
use resvg::tiny_skia::Pixmap;

use crate::boards;

#[test]
fn a_picture_has_the_size_of_the_board_times_the_scale() {
    let board = boards::plain(3, 3, 20.0);
    let picture = Pixmap::decode_png(&render::png(&render::map_svg(&board), 2.0).unwrap()).unwrap();
    assert_eq!(f64::from(picture.width()), (board.width * 2.0).round());
    assert_eq!(f64::from(picture.height()), (board.height * 2.0).round());
}

#[test]
fn text_is_drawn_with_the_fonts_we_carry() {
    for (family, style) in [("serif", "italic"), ("sans-serif", "normal")] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 30\"><text x=\"5\" y=\"20\" font-size=\"16\" font-family=\"{family}\" font-style=\"{style}\">Łódź Курск ½→–</text></svg>"
        );
        let picture = Pixmap::decode_png(&render::png(&svg, 1.0).unwrap()).unwrap();
        assert!(picture.pixels().iter().filter(|p| p.alpha() > 128).count() > 200);
    }
}

#[test]
fn dots_are_drawn() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\"><path d=\"M10 10h0\" stroke=\"#000\" stroke-width=\"10\" stroke-linecap=\"round\"/></svg>";
    let picture = Pixmap::decode_png(&render::png(svg, 1.0).unwrap()).unwrap();
    assert!(picture.pixels().iter().filter(|p| p.alpha() > 128).count() > 60);
}

#[test]
fn what_is_no_drawing_or_has_no_size_is_refused() {
    assert!(matches!(render::png("not a drawing", 1.0), Err(RenderError::Drawing(_))));
    let svg = render::map_svg(&boards::plain(3, 3, 20.0));
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e9] {
        assert!(matches!(render::png(&svg, scale), Err(RenderError::Size { .. })), "{scale}");
    }
}
