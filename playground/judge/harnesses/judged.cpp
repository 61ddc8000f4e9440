// Functions of yours for the judge of Geometry Playground (C++11):
//     @build@
//     @judge@
// Each is given numbers and vectors of numbers, angles in radians. It returns {} where
// nothing is hit, true or false, a double, or what the result has by name:
//     return names({{"hit", true}, {"t", t}, {"point", Vector{x, y}}});
// What it throws is told. What it prints by std::cout goes to standard error.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Vector = std::vector<double>;

struct Answer {
    std::string text = "null";
    Answer() {}
    Answer(bool flag) : text(flag ? "true" : "false") {}
    Answer(double number) {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.17g", number);
        text = digits;
    }
    Answer(const Vector &numbers) : text("[") {
        for (double x : numbers) text += (text == "[" ? "" : ", ") + Answer(x).text;
        text += "]";
    }
};

Answer names(const std::vector<std::pair<std::string, Answer>> &named) {
    std::string text;
    for (const auto &one : named)
        text += (text.empty() ? "\"" : ", \"") + one.first + "\": " + one.second.text;
    Answer all;
    all.text = "{" + text + "}";
    return all;
}
@with ray_circle

// The sample decides by exact sums of products: it is right to the last bit, unless
// they underflow. A sum is of numbers of which none overlap, the largest last.
struct Sum {
    Vector parts;
    Sum(double x) : parts{x} {}
    Sum(std::initializer_list<std::pair<Sum, Sum>> products) {
        for (const auto &factors : products)
            for (double x : factors.first.parts)
                for (double y : factors.second.parts) {
                    add(std::fma(x, y, -(x * y)));
                    add(x * y);
                }
    }
    void add(double x) {
        Vector smaller;
        for (double y : parts) {
            double whole = x + y, part = whole - x;
            double rest = x - (whole - part) + (y - part);
            if (rest != 0) smaller.push_back(rest);
            x = whole;
        }
        smaller.push_back(x);
        parts = smaller;
    }
    double total() const {
        double all = 0;
        for (double x : parts) all += x;
        return all;
    }
};
@end
@each

// A number is @number@; the names are hit, @names@.
Answer @name@(@takes@) {
@body
    throw std::runtime_error("@function@ is not written yet");
@end
}
@end
@sample ray_circle
    double dx = direction[0], dy = direction[1];
    Sum mx{{center[0], 1.0}, {origin[0], -1.0}};
    Sum my{{center[1], 1.0}, {origin[1], -1.0}};
    Sum across{{my, dx}, {mx, -dy}}, pace{{dx, dx}, {dy, dy}};
    Sum square{{radius, radius}}, minus{{across, -1.0}};
    double along = Sum{{mx, dx}, {my, dy}}.total();
    double power = Sum{{mx, mx}, {my, my}, {radius, -radius}}.total();
    double rest = Sum{{square, pace}, {across, minus}}.total();
    if (rest < 0 || (power > 0 && along < 0)) return {};
    double far = std::fabs(along) + std::sqrt(rest);
    if (power < 0 && along > 0) return far / pace.total();
    return power == 0 ? 0.0 : std::fabs(power) / far;
@end

// From here on nothing is yours: lines are read and answered.
struct Question {
    std::string line;
    const char *value(const std::string &name) const {
        auto at = line.find("\"" + name + "\":");
        if (at == std::string::npos) throw std::runtime_error("there is no " + name);
        return line.c_str() + at + name.size() + 3;
    }
    Vector vector(const char *name, int size) const {
        const char *at = value(name);
        Vector numbers;
        for (char *end; size--; at = end) {
            while (*at == ' ' || *at == '[' || *at == ',') at++;
            numbers.push_back(std::strtod(at, &end));
        }
        return numbers;
    }
    double number(const char *name) const { return vector(name, 1)[0]; }
    bool asks(const std::string &name) const {
        return std::string(value("function")).find(" \"" + name + "\"") == 0;
    }
};

Answer answered(const Question &q) {
@each
    if (q.asks("@function@"))
        return @name@(@asks@);
@end
    throw std::runtime_error("there is no such function here");
}

std::string failed(std::string words) {
    for (char &sign : words)
        if (sign == '"' || sign == '\\' || (sign >= 0 && sign < ' ')) sign = ' ';
    return "{\"error\": \"" + words + "\"}";
}

int main() {
    std::ostream out(std::cout.rdbuf());
    std::cout.rdbuf(std::cerr.rdbuf());
    for (Question q; std::getline(std::cin, q.line);) {
        std::string text;
        try {
            text = answered(q).text;
        } catch (const std::exception &error) {
            text = failed(error.what());
        } catch (...) {
            text = failed("it throws what is no exception");
        }
        out << text << std::endl;
    }
}
