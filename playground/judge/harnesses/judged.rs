// Functions of yours for the judge of Geometry Playground (Rust 2021):
//     @build@
//     @judge@
// Each is given numbers and arrays of numbers, angles in radians. It returns an Answer:
// Nothing is hit, a Flag, a Number, or Names of what the result has, such as
//     Names(vec![("hit", Flag(true)), ("point", Vector(vec![x, y]))])
// A panic is told. Print by eprintln!, not by println!.
#![allow(dead_code, unused_variables)]
use std::io::{BufRead, Write};
use Answer::*;

enum Answer {
    Nothing,
    Flag(bool),
    Number(f64),
    Vector(Vec<f64>),
    Names(Vec<(&'static str, Answer)>),
}
@with ray_circle

// The sample decides by exact sums of products: it is right to the last bit, unless
// they underflow. A sum is of numbers of which none overlap, the largest last.
fn sum(products: &[(&[f64], &[f64])]) -> Vec<f64> {
    let mut parts = Vec::new();
    for (a, b) in products {
        for x in a.iter() {
            for y in b.iter() {
                add(&mut parts, x.mul_add(*y, -(x * y)));
                add(&mut parts, x * y);
            }
        }
    }
    parts
}

fn add(parts: &mut Vec<f64>, mut x: f64) {
    let mut smaller = Vec::new();
    for y in parts.iter() {
        let whole = x + y;
        let part = whole - x;
        let rest = x - (whole - part) + (y - part);
        if rest != 0.0 {
            smaller.push(rest);
        }
        x = whole;
    }
    smaller.push(x);
    *parts = smaller;
}

fn total(parts: &[f64]) -> f64 {
    parts.iter().sum()
}
@end
@each

// A Number is @number@; the names are hit, @names@.
fn @name@(@takes@) -> Answer {
@body
    panic!("@function@ is not written yet")
@end
}
@end
@sample ray_circle
    let (one, minus) = ([1.0], [-1.0]);
    let (dx, dy, r) = ([direction[0]], [direction[1]], [radius]);
    let mx = sum(&[(&[center[0]], &one), (&[origin[0]], &minus)]);
    let my = sum(&[(&[center[1]], &one), (&[origin[1]], &minus)]);
    let across = sum(&[(&my, &dx), (&mx, &[-dy[0]])]);
    let pace = sum(&[(&dx, &dx), (&dy, &dy)]);
    let along = total(&sum(&[(&mx, &dx), (&my, &dy)]));
    let power = total(&sum(&[(&mx, &mx), (&my, &my), (&r, &[-radius])]));
    let (square, opposite) = (sum(&[(&r, &r)]), sum(&[(&across, &minus)]));
    let rest = total(&sum(&[(&square, &pace), (&across, &opposite)]));
    if rest < 0.0 || (power > 0.0 && along < 0.0) {
        return Nothing;
    }
    let far = along.abs() + rest.sqrt();
    Number(match power {
        p if p < 0.0 && along > 0.0 => far / total(&pace),
        p if p == 0.0 => 0.0,
        p => p.abs() / far,
    })
@end

// From here on nothing is yours: lines are read and answered.
fn text(answer: &Answer) -> String {
    let number = |x: &f64| format!("{:?}", x);
    let named = |(name, x): &(&str, Answer)| format!("\"{}\": {}", name, text(x));
    let joined = |texts: Vec<String>| texts.join(", ");
    match answer {
        Nothing => "null".to_string(),
        Flag(flag) => flag.to_string(),
        Number(x) => number(x),
        Vector(v) => format!("[{}]", joined(v.iter().map(number).collect())),
        Names(all) => format!("{{{}}}", joined(all.iter().map(named).collect())),
    }
}

struct Question(String);

impl Question {
    fn value(&self, name: &str) -> &str {
        let key = format!("\"{}\":", name);
        let at = self.0.find(&key).expect("an argument is missing");
        self.0[at + key.len()..].trim_start()
    }
    fn vector<const N: usize>(&self, name: &str) -> [f64; N] {
        let inside = self.value(name)[1..].split(']').next().unwrap();
        let numbers = inside.split(',').map(|x| x.trim().parse().unwrap());
        numbers.collect::<Vec<f64>>().try_into().unwrap()
    }
    fn number(&self, name: &str) -> f64 {
        self.value(name).split([',', '}']).next().unwrap().parse().unwrap()
    }
    fn asks(&self, name: &str) -> bool {
        self.value("function").starts_with(&format!("\"{}\"", name))
    }
}

fn answered(q: &Question) -> Answer {
@each
    if q.asks("@function@") {
        return @name@(@asks@);
    }
@end
    panic!("there is no such function here")
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let q = Question(line.unwrap());
        let answer = match std::panic::catch_unwind(|| answered(&q)) {
            Ok(answer) => text(&answer),
            Err(panic) => {
                let fixed = panic.downcast_ref::<&str>().map(|words| words.to_string());
                let words = fixed.or(panic.downcast_ref::<String>().cloned());
                let words = words.unwrap_or("it panicked".to_string());
                format!("{{\"error\": \"{}\"}}", words.replace(['"', '\\', '\n'], " "))
            }
        };
        println!("{}", answer);
        std::io::stdout().flush().unwrap();
    }
}
